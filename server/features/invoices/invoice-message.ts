import escapeHtml from 'escape-html'
import { partsOfHtml, type HtmlPart } from '../../practice/html-parts.ts'

/** The place that the placeholders of the template name. */
export interface MessagePlace {
  name: string
  address: string
  address2: string
  cityStateZip: string
  phone: string
}

/** Invoices are stored with their message. */
export type MessagePart = HtmlPart

const placeholders = /@facility_(name|address2|address|city_state_zip|phone)\b/g

/**
 * Returns what the practice's template (InvoiceMessage, HTML) says, as parts of a sheet. Values are escaped before they are filled in.
 */
export function messageOf(template: string, place: MessagePlace): MessagePart[] {
  const values: Record<string, string> = {
    name: place.name,
    address: place.address,
    address2: place.address2,
    city_state_zip: place.cityStateZip,
    phone: place.phone,
  }
  const html = /<[a-z]/i.test(template) ? template : template.replaceAll('\n', '<br>')
  const filled = html.replaceAll(placeholders, (_all, name: string) => escapeHtml(values[name] ?? ''))
  return partsOfHtml(filled)
}
