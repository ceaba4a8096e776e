import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A column for an instant, read and written as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A column for a bigint that JavaScript reads as a number: ids, versions, steps. */
export const number = (name: string) => bigint(name, { mode: 'number' })

/** A column for bytes. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})
