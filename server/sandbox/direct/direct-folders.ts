import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { issue, pemOf, revocationList, type Issued } from './test-certificates.ts'

/** The domains of the sandbox's HISP, by what is true of their certificates. */
const directDomains = {
  portal: 'direct.portal.example',
  hospital: 'direct.hospital.example',
  expired: 'direct.expired.example',
  revoked: 'direct.revoked.example',
  untrusted: 'direct.untrusted.example',
} as const

export interface DirectFolders {
  /** Of the portal and of the HISP, as gateways/direct/trust-folder.ts has them. */
  portal: string
  hisp: string
}

/**
 * Returns the folders of keys and certificates with a test anchor, and creates them if they are not there. The anchor's
 * own key is not kept, so that nobody can issue others.
 */
export function directFolders(folder: string): DirectFolders {
  if (!existsSync(folder)) create(folder)
  return { portal: join(folder, 'portal'), hisp: join(folder, 'hisp') }
}

/** Complete or not at all, also if two processes create it at once. */
function create(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  write(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function write(folder: string): void {
  const { portal: own, hospital, expired, revoked, untrusted } = directDomains
  const anchor = issue({ name: 'Test anchor of the sandbox', authority: true })
  const portal = issue({ name: 'Portal of the sandbox', issuer: anchor, names: [own] })
  const hisp = issue({ name: 'HISP of the sandbox', issuer: anchor, names: [hospital] })
  const { key } = hisp
  const others = {
    hospital: hisp,
    expired: issue({
      name: 'Expired',
      issuer: anchor,
      names: [expired],
      key,
      notAfter: new Date('2021-01-01T00:00:00Z'),
    }),
    revoked: issue({ name: 'Revoked', issuer: anchor, names: [revoked], key }),
    untrusted: issue({ name: 'Self-signed', names: [untrusted], key }),
  }
  const place = (side: string, { name, content }: { name: string; content: string | Buffer }) => {
    const path = join(folder, side, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, content, { mode: 0o600 })
  }
  const sides: [string, Issued][] = [
    ['portal', portal],
    ['hisp', hisp],
  ]
  for (const [side, issued] of sides) {
    const pem = pemOf(issued)
    place(side, { name: 'own.pem', content: pem.certificate })
    place(side, { name: 'own.key', content: pem.key })
    place(side, { name: 'anchors/test.pem', content: pemOf(anchor).certificate })
    place(side, { name: 'revoked/list.crl', content: revocationList(anchor, [others.revoked.certificate]) })
  }
  for (const [name, issued] of Object.entries(others))
    place('portal', { name: `certificates/${name}.pem`, content: pemOf(issued).certificate })
  place('hisp', { name: 'certificates/portal.pem', content: pemOf(portal).certificate })
}
