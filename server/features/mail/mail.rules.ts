import { domainToASCII } from 'node:url'

/**
 * How a mail travels. `secure`: it stays here, and its reader gets a link to it. `direct`: signed and encrypted, to
 * another provider of health care.
 */
export type Way = 'simple' | 'secure' | 'direct'
export const everyWay: readonly Way[] = ['direct', 'secure', 'simple']

/**
 * `waiting`: it is tried until a mail server takes it. `failed`: only a person tries it again. `withdrawn`: nobody reads
 * it any longer. Of Direct mail the other side reports: it has it (`delivered`), and has passed it on to its reader
 * (`dispatched`).
 */
export type MailState = 'waiting' | 'sent' | 'delivered' | 'dispatched' | 'failed' | 'withdrawn'

/**
 * What the last attempt came to. `unavailable`: no mail server took it. `uncertain`: one may have taken it, because its
 * response was lost. `refused`: a mail server does not take it for this address. `ended`: its writer may no longer send
 * it, or the practice has switched this way off. Of Direct mail: `certificate`: there is
 * none to encrypt to; `undelivered`: the other side reports a failure; `silent`: it reports nothing.
 */
export type UnsentReason = 'unavailable' | 'uncertain' | 'refused' | 'ended' | 'certificate' | 'undelivered' | 'silent'

/** Specification 2 §9. */
export const sizes = [5, 10, 15, 20] as const
/** RFC 5321, 4.5.3.1. */
export const mostAddress = 254
export const mostSubject = 200
export const mostText = 10_000
/** How much one person sends in a day. */
export const mostInDay = 40
export const dayMs = 24 * 3_600_000
/** A mail that failed can be tried again for as long, and a secure one can be read. */
export const keptMs = 30 * dayMs
export const keptDays = 30
/** The other side of a Direct mail reports within minutes; after this it is asked for no longer. */
export const reportMs = 24 * 3_600_000

/** The domains of a setting, in lower case: one a line, or parted by commas or blanks. */
export function domainsIn(setting: string): string[] {
  return setting
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domainOf(domain))
    .filter(Boolean)
}

/** True where all domains are allowed, and for these and their subdomains. */
export function isAllowed(address: string, domains: readonly string[]): boolean {
  const own = domainOf(address)
  return domains.length === 0 || domains.some((domain) => own === domain || own.endsWith(`.${domain}`))
}

/** Specification 2 §5. */
export function isDirectAddress(address: string): boolean {
  return domainOf(address).includes('direct')
}

/** True if what comes from one address may speak for the other: it is the same one, or of the same domain. */
export function speaksFor(from: string, to: string): boolean {
  return domainOf(from) === domainOf(to)
}

/** In lower case, and an internationalized one as ASCII, as mail servers read it (RFC 6531 §3.7.1). */
function domainOf(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return domainToASCII(domain) || domain
}

/** The names of attached visit records: by their day, and by their number where a day has several. */
export function fileNames(records: readonly { id: string; day: string }[]): string[] {
  return records.map(({ id, day }) => {
    const isAlone = records.filter((each) => each.day === day).length === 1
    return isAlone ? `visit-record-${day}.xml` : `visit-record-${day}-${id}.xml`
  })
}
