export interface PostalAddress {
  address: string
  /** The apartment, floor or suite. */
  address2?: string
  city: string
  state: string
  zip: string
}

/** Returns a postal address in one line, such as "52 Spring Street, Apartment 5C, New York, NY 10011". */
export function addressText({ address, address2 = '', city, state, zip }: PostalAddress): string {
  return present([address, address2, townText({ city, state, zip })]).join(', ')
}

/** Returns the last line of a postal address, such as "New York, NY 10011". */
export function townText({ city, state, zip }: Omit<PostalAddress, 'address'>): string {
  return present([city, present([state, zip]).join(' ')]).join(', ')
}

function present(parts: readonly string[]): string[] {
  return parts.filter((part) => part.trim() !== '')
}
