"""The example that `gm config --example` prints: every key with its default; a test keeps it complete."""

EXAMPLE = """\
# The configuration of `gm serve`. Lines that begin with a single # and no space show the default, unless they say
# otherwise: remove the # to change it. Paths are relative to the folder of this file.
# A duration is a number with s, m, h, d or w: "30s", "12h", "3d".

[gm]
# The address players write to.
address = "gm@example.org"
# Where gm sends what only a person can decide or mend; another address than gm's own. Several operators each have a
# name, under which their acts stand: ["Ann <ann@example.org>", "Ben <ben@example.org>"].
operator = "you@example.org"
# The address for replies: {token} says who replies to what. "" for a provider without plus addresses: the token then
# goes into the subject. Without this line it is made from address, as shown here.
#reply_address = "gm+{token}@example.org"
# The name players see as the sender.
#name = "The GameMaster"
# The folder gm writes to; without this line, $STATE_DIRECTORY if systemd sets it. Name it here (/var/lib/gm) if you run
# other gm commands by hand, where $STATE_DIRECTORY is not set.
#state = "state"
# The database, relative to the folder above.
#database = "gm.sqlite"
# A file with the key that the database is sealed with (gm key, gm lock): keep it on another disk, and never in a
# backup. No default: the systemd credential database-key, or the environment variable GM_DATABASE_KEY, or no key.
#database_key_file = "/etc/gm/database.key"
# The time zone of the daily digest, and of other times in mails to the operator.
#timezone = "UTC"
# How mails look to players who have not chosen: "html" (text with a page beside it that says the same) or "text".
#format = "html"
# A report that is larger is not attached to the last mail, which then says to ask you for it.
#largest_report = "5MB"

# A database on a PostgreSQL server (15 or newer) instead of the file above; needs the extra gm[postgres].
#[database]
# The server, the user there and the database. It is shown in messages, so the password stands elsewhere.
#url = "postgresql://gm@db.example.org/gm"
# A file with the password on one line. No default: see the next lines.
#password_file = "database-password"
# The password itself, if this file is readable by its owner only (chmod 600). No default: the systemd credential
# database-password, or the environment variable GM_DATABASE_PASSWORD, or none, if the server asks for none.
#password = "..."

# Where mail comes in: [imap], or [maildir] instead.
[imap]
# The server's name, as in its certificate.
host = "imap.example.org"
# Without this line: 993, or 143 with tls = "none".
#port = 993
# The login name; often the whole address.
user = "gm@example.org"
# "implicit", or "none" for a server on this machine.
#tls = "implicit"
# Trust the certificates in this file (PEM) and no others. No default: those the system trusts.
#cafile = "ca.pem"
# A file with the password on one line. No default: see the next lines.
#password_file = "imap-password"
# The password itself, if this file is readable by its owner only (chmod 600). No default: the systemd credential
# imap-password, or the environment variable GM_IMAP_PASSWORD.
#password = "..."
# The folder new mail is read from. Nobody else should move or delete mail there.
#folder = "INBOX"
# The folder for mail gm has dealt with; "" leaves it where it is, marked.
#done = "GM/Done"
# The folder for mail that gm put aside; "" puts it where done mail goes.
#quarantine = "GM/Quarantine"
# How often to look for mail on a server that does not announce it (IDLE).
#poll = "30s"

#[maildir]
# A Maildir on this machine that your mail server delivers to. Required in this section.
#path = "/var/mail/gm"

# More mailboxes, each in a section [[mailbox]] with a name: docs/operator.md, "Several mailboxes".

# Where mail goes out.
[smtp]
# The server's name, as in its certificate.
host = "smtp.example.org"
# Without this line: 465, 587 with tls = "starttls", or 25 with tls = "none".
#port = 465
# The login name. No default: gm does not log in.
#user = "gm@example.org"
# "implicit", "starttls", or "none" for a server on this machine.
#tls = "implicit"
# Trust the certificates in this file (PEM) and no others. No default: those the system trusts.
#cafile = "ca.pem"
# A file with the password on one line. No default: see the next lines.
#password_file = "smtp-password"
# The password itself, if this file is readable by its owner only (chmod 600). No default: the systemd credential
# smtp-password, or the environment variable GM_SMTP_PASSWORD.
#password = "..."
# The name gm greets the server with.
#local_hostname = "localhost"
# Where bounces go: "own" gives each mail a return path of its own, a plus address like the reply address; "plain" uses
# gm.address, for servers that accept no other (Microsoft 365).
#return_path = "own"
# How many mails are sent at the same time.
#connections = 4

# Who wrote a letter? A reply from a player's own address is believed. This is for all other mail of players.
[identity]
# The name that your mail server puts first into the Authentication-Results of every mail that it receives. "" believes
# no such field. See docs/mail.md before you set it.
#authserv_id = ""
# Other servers of yours that a mail passes through on its way to the mailbox.
#receivers = []
# Whether gm checks DKIM signatures itself; needs gm[dkim] and a DNS resolver.
#dkim = false

[limits]
# The most answers one sender gets in an hour; further letters act all the same.
#answers_per_hour = 30
# The most mails that your provider lets you send in an hour. Messages between players leave in fixed shares of that;
# results and answers never wait. You are told when it is reached.
#mails_per_hour = 50000
# The same for a day.
#mails_per_day = 500000
# Mail larger than this is not read: a number with B, KB, MB or GB.
#mail_size = "8MB"
# How long to wait after the first failed attempt to send a mail, after the second, and so on.
#retry = ["1m", "5m", "30m", "2h", "6h"]

# What gm tells the operator without being asked.
[operator]
# When the daily digest is mailed, in the time zone above: late players, mail that bounces or waits, the disk. "" for
# no digest. Alarms come at once.
#digest = "07:00"
# You are warned when less than this is free on the disk: a number with B, KB, MB or GB.
#free_disk = "500MB"
# Where players complain about the GameMaster, or about you: the address of somebody else. The first mail of each game
# that begins from now on names it, and so does HELP HOUSE. "" for nowhere.
#complaints = ""
# The digest names two seats of a running game that seem to be of one household, once, if this is set: to [], or to
# groups that you know of, and of whom nothing is told. No default: nothing is looked at.
#households = [["ann@home.example", "bob@home.example"], ["@school.example"]]

# Which games players may create by mail (CREATE in docs/players.md): you are told of each.
[create]
# What they may be, such as ["diplomacy", "payola"]: names as in game.ruleset; [] for none.
#allowed = []
# How many games that are not over one person may have created.
#games = 2

# How long gm keeps what nobody needs. What belongs to a game stays as long as the game.
[keep]
# The text of mail of no game, of programs' mail, and of letters put aside that no player is asked about.
#strays = "7d"
# That such a mail came, from whom and why it was put aside, in case the mailbox shows it again.
#traces = "400d"
# The most that the texts of such mails may take; the oldest go first. A number with B, KB, MB or GB.
#most = "50MB"

# The log of gm serve, on the standard error: a line for each mail in or out. It never holds the text of a letter.
[log]
# "text", or "json": an object on each line.
#format = "text"
# "info", "warning" or "error": what matters less is not logged.
#level = "info"
# How people are named: "hashed", by an HMAC of their address with a key in state/log.key, or "clear".
#senders = "hashed"

# Where gm can be watched: Prometheus reads /metrics, and /healthz says "ok" or what is wrong.
[metrics]
# An IP address of this machine and a port, such as "127.0.0.1:9108"; "" for nowhere. Whoever reaches it learns how many
# mails come and go, and when: see docs/operator.md before you set another address than 127.0.0.1.
#listen = ""

# Copies of the database that `gm serve` makes by itself, and checks. They hold sealed matter and addresses.
[backup]
# The folder for them, such as "/var/backups/gm", best on another disk; "" for none.
#folder = ""
# How often.
#every = "1d"
# What stays: the newest of each of the last 7 days that have one, and of each of the last 4 weeks. Other files in the
# folder are left alone.
#keep = "7d 4w"

# Plain pages about games, for a web server to show: see docs/operator.md. Of a game they show what its own setting
# `site` says, which is nothing by default.
[site]
# The folder that gm keeps them in, such as "/var/www/gm"; "" for none.
#folder = ""
# The address at which a browser finds that folder, such as "https://example.org/gm"; "" if mails and pages should name
# none.
#url = ""
# Whether search engines may list the pages.
#index = false
"""
