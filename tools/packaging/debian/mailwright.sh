#!/bin/sh
# Runs a command as the user of the service, with its settings.
set -e
if [ "$(id -u)" != 0 ]; then
  echo 'mailwright: run it as root; it goes on as the user "mailwright" of the service.' >&2
  exit 1
fi
if [ "$1" = setup ]; then
  shift
  # Writes settings and secrets, which are root's.
  exec /usr/lib/mailwright/bin/node /usr/lib/mailwright/node_modules/mailwright/bin/mailwright.js setup \
    --systemd --file /etc/mailwright/mailwright.conf --secrets /etc/mailwright/secrets "$@"
fi
export MAILWRIGHT_DATA=/var/lib/mailwright MAILWRIGHT_DKIM_KEYS=/var/lib/mailwright/dkim
set -a
. /etc/mailwright/mailwright.conf
set +a
if [ -z "$DATABASE_URL" ] && [ -r /etc/mailwright/secrets/database-url ]; then
  DATABASE_URL=$(cat /etc/mailwright/secrets/database-url)
  export DATABASE_URL
fi
exec setpriv --reuid=mailwright --regid=mailwright --init-groups \
  /usr/lib/mailwright/bin/node /usr/lib/mailwright/node_modules/mailwright/bin/mailwright.js "$@"
