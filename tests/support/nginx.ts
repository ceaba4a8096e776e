import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './real-portal.ts'
import { startServer, type StartedServer } from './started-server.ts'

const root = join(import.meta.dirname, '..', '..')
/** Where Debian's package is unpacked if the machine has no nginx: installing it would also start a server. */
const own = join(root, '.cache', 'nginx')

/** That of the machine, also if its folder is in the path of root only; then the unpacked one. */
function installed(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', join(own, 'usr/sbin')]
  return folders.map((folder) => join(folder, 'nginx')).find(runs)
}

function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['-v'], { stdio: 'ignore' }).status === 0
}

/** Unpacks Debian's package; if that does not run without the libraries that it needs, installs it as root. */
async function install(): Promise<void> {
  mkdirSync(own, { recursive: true })
  const update = 'test "$(id -u)" != 0 || apt-get update -q'
  const commands = [
    `rm -f nginx_*.deb; ${update}; apt-get download nginx && dpkg-deb --extract nginx_*.deb .`,
    'test "$(id -u)" = 0 && RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends nginx',
  ]
  for (const command of commands) {
    const installing = spawn('sh', ['-c', command], { cwd: own, stdio: ['ignore', 'inherit', 'inherit'] })
    await once(installing, 'exit').catch(() => undefined) // this machine has no shell
    if (installed()) return
  }
}

/** Returns the path of nginx. Throws with instructions if none is found and none can be installed. */
async function findNginx(): Promise<string> {
  const path = installed()
  if (path) return path
  process.stdout.write('No nginx found; unpacking one.\n')
  await install()
  const now = installed()
  if (now) return now
  throw new Error('The tests of the portal behind a proxy need nginx: install it (Debian: apt-get install nginx).')
}

export interface Nginx extends StartedServer {
  url: string
}

/** Starts nginx on a free port, in front of a portal that it calls `portal.internal`. */
export async function startNginx(portalPort: number): Promise<Nginx> {
  const binary = await findNginx()
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, configuration({ folder, port, portalPort }))
  const server = await startServer({
    name: 'nginx',
    command: [binary, '-p', folder, '-c', settings, '-e', 'stderr'],
    port,
    folder,
  })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

interface Ports {
  folder: string
  port: number
  portalPort: number
}

/** One process, with everything that it writes in its folder. */
function configuration({ folder, port, portalPort }: Ports): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${portalPort};
          proxy_http_version 1.1;
          proxy_set_header Host portal.internal;
          proxy_set_header X-Forwarded-Host $http_host;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
        }
      }
    }
  `
}
