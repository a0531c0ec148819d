#!/usr/bin/env bash
# A standby of the PostgreSQL server that has gm's database: see docs/operator.md, A standby.
#
#   standby.sh make PRIMARY FOLDER   copies the primary into an empty FOLDER, as its standby (on the standby's machine)
#   standby.sh attach PRIMARY        from then on, each commit waits until the standby has it on its disk
#   standby.sh detach PRIMARY        commits wait no longer: for when the standby is gone for long
#   standby.sh promote STANDBY       makes the standby the server that writes; the primary must be off, and stay off
#
# PRIMARY and STANDBY are URLs for a superuser, such as postgresql://postgres@db1/postgres; for `make`, one that may
# replicate is enough. Run it as the system's user who owns the server's files, with psql and pg_basebackup in PATH.
set -euo pipefail

name=gm_standby # what the standby calls itself, and synchronous_standby_names names
patience=60     # seconds

fail() { printf 'standby.sh: %s\n' "$*" >&2; exit 1; }
usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
ask() { PGCONNECT_TIMEOUT=5 psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname "$1" --command "$2"; }

writes() {
    [ "$(ask "$1" 'select pg_is_in_recovery()')" = "$2" ] ||
        fail "$([ "$2" = f ] && echo "that server is a standby; name the primary" || echo "that server is no standby")"
}

make() {
    [ ! -e "$2" ] || [ -z "$(ls -A "$2")" ] || fail "$2 is not empty; move away what is there"
    # PGAPPNAME goes into the standby's settings, too: it is how the primary knows it.
    PGAPPNAME=$name pg_basebackup --dbname "$1" --pgdata "$2" --write-recovery-conf --wal-method stream --checkpoint fast
    echo "the copy is made: start the server on $2, then run standby.sh attach"
}

attach() {
    writes "$1" f
    local attached="select count(*) from pg_stat_replication where application_name = '$name' and state = 'streaming'"
    local ready=$attached" and sync_state in ('sync', 'quorum')"
    [ "$(ask "$1" "$attached")" != 0 ] || fail "no standby streams from that server; start it first"
    ask "$1" "alter system set synchronous_commit = 'on'"
    ask "$1" "alter system set wal_keep_size = '512MB'"
    ask "$1" "alter system set synchronous_standby_names = '$name'"
    ask "$1" "select pg_reload_conf()" >/dev/null
    for _ in $(seq "$patience"); do
        if [ "$(ask "$1" "$ready")" != 0 ]; then
            echo "each commit is on the standby's disk, too, from now on"
            return
        fi
        sleep 1
    done
    fail "the standby is not synchronous after $patience seconds: see its log"
}

detach() {
    writes "$1" f
    ask "$1" "alter system reset synchronous_standby_names"
    ask "$1" "select pg_reload_conf()" >/dev/null
    echo "what is committed is on that one machine, from now on"
}

promote() {
    writes "$1" t
    [ "$(ask "$1" "select count(*) from pg_stat_wal_receiver where status = 'streaming'")" = 0 ] ||
        fail "the primary still runs: stop it first, and see that it stays off"
    [ "$(ask "$1" "select pg_promote(true, $patience)")" = t ] || fail "it was not promoted: see its log"
    detach "$1" # it has no standby yet, and no commit would end
    echo "it is promoted; if the database is right, restart gm once with gm serve --database-is-right"
}

case ${1-}:$# in
make:3) make "$2" "$3" ;;
attach:2 | detach:2 | promote:2) "$1" "$2" ;;
*) usage ;;
esac
