#!/usr/bin/env bash
# Makes a Debian package of gm from what `make wheel` left in dist, and puts it there:
#
#   make wheel && deploy/deb.sh          # or both: make deb
#
# It is for the release of Debian (or Ubuntu) that it is made on, since it is made for that Python (3.11 or newer), and
# needs dpkg-deb, python3 and gzip, but not root. REVISION=2 deploy/deb.sh makes a second package of the same version.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() { printf '%s\n' "$*" >&2; exit 1; }

checkout=$PWD dist=$PWD/dist
python=/usr/bin/python3 # the release's own: the package depends on it
wheels=("$dist"/gm_gamemaster-*.whl)
[ -f "${wheels[0]}" ] && [ -f "$dist/requirements.txt" ] || fail "there is no wheel in dist: make wheel"
[ -x build/venv/bin/pip ] || fail "there is no pip in build/venv: make wheel"
command -v dpkg-deb >/dev/null || fail "dpkg-deb is missing: this is for Debian and its kin"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "gm needs Python 3.11 or newer as $python"
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root home=/usr/lib/gm
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
umask 022

# The virtual environment, with the hashes of the wheel and of all that it may need to run; then as if it had been made
# in its place.
mkdir -p "$root$home"
"$python" -m venv --without-pip "$root$home"
(cd "$dist" && "$checkout/build/venv/bin/pip" --python "$root$home/bin/python3" --disable-pip-version-check install \
    --quiet --no-compile --require-hashes -r requirements.txt -r constraints-postgres.txt)
find "$root$home/bin" -mindepth 1 ! -name 'python*' ! -name gm ! -name sqlite-utils -delete
sed -i "1s|^#!.*|#!$home/bin/python3|" "$root$home/bin/gm" "$root$home/bin/sqlite-utils"
sed -i '/^command = /d' "$root$home/pyvenv.cfg"
rm -f "$root$home"/lib/python3.*/site-packages/gm_gamemaster-*.dist-info/direct_url.json
"$python" -m compileall -q --invalidation-mode unchecked-hash -s "$root" "$root$home/lib"

gm() { PYTHONDONTWRITEBYTECODE=1 "$root$home/bin/python3" -m gm "$@"; }
version=$(gm --version | sed 's/.* //')
mkdir -p "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/etc/gm" "$root/usr/share/gm-gamemaster" \
    "$root/usr/share/doc/gm-gamemaster"
ln -s "../lib/gm/bin/gm" "$root/usr/bin/gm"
sed -e '1,/^$/d' -e 's|/opt/gm/bin/gm|/usr/bin/gm|; s|/opt/gm/docs|/usr/share/doc/gm-gamemaster|' deploy/gm.service \
    >"$root/usr/lib/systemd/system/gm.service"
# Not a conffile: everybody edits it, and its comments change with every version, so dpkg would ask at each upgrade.
example=$root/usr/share/gm-gamemaster/gm.toml
gm config --example | sed 's|^#state = .*|state = "/var/lib/gm"|' >"$example"
grep --quiet '^state = "/var/lib/gm"$' "$example" || fail "the example of a configuration has no line #state"

pages=$root/usr/share/doc/gm-gamemaster
cp -r docs/. deploy/standby.sh deploy/dovecot-gm.conf deploy/postfix-header_checks deploy/postfix-main.cf "$pages"
cp LICENSE "$pages/copyright"
gzip --no-name --best --stdout CHANGELOG.md >"$pages/changelog.gz"

mkdir "$root/DEBIAN"
for script in postinst prerm postrm; do install -m 0755 "deploy/debian/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
architecture=$(dpkg --print-architecture)
sed -e "s|@VERSION@|$version-${REVISION:-1}|; s|@ARCHITECTURE@|$architecture|" \
    -e "s|@MAINTAINER@|${MAINTAINER:-whoever made this package <root@localhost>}|" \
    -e "s|@SIZE@|$(du -sk --exclude=DEBIAN "$root" | cut -f1)|" \
    -e "s|@PYTHON@|3.$minor|; s|@NEXT_PYTHON@|3.$((minor + 1))|" deploy/debian/control >"$root/DEBIAN/control"

package=$dist/gm-gamemaster_$version-${REVISION:-1}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
