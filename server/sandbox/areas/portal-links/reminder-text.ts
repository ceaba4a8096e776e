import type { LinkedAppointment } from './portal-links.store.ts'

/** A reminder as a practice's own system texts it, with the portal's links. */
export function reminderText(appointment: LinkedAppointment): string {
  const { practiceName, provider, startsAt, zone, prepareUrl, uploadUrl, visitUrl, portalUrl } = appointment
  const when = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })
  const lines = [
    `${practiceName}: your appointment with ${provider} is on ${when.format(startsAt)}.`,
    prepareUrl && `Prepare for your visit: ${prepareUrl}`,
    uploadUrl && `Send documents: ${uploadUrl}`,
    visitUrl && `Join by video: ${visitUrl}`,
    !prepareUrl && portalUrl && `Your portal: ${portalUrl}`,
  ]
  return lines.filter(Boolean).join('\n')
}
