/** How a column holds encrypted values. */
interface ColumnForm {
  /** What a value is, in words that follow a count. */
  what: string
  /** The SQL of what identifies a row, in the order in which the code names it when it encrypts (encryption.ts). */
  row: readonly string[]
  /** `member`: jsonb, whose member `encrypted` holds the text. */
  form: 'text' | 'bytes' | 'member'
  /** Earlier versions stored it in clear, in the same column. */
  wasClear?: true
}

/**
 * Every column with encrypted values, as `table.column`. The rotation reads them here; a test compares them with what
 * the portal has stored.
 */
export const encryptedColumns = {
  'accounts.totp_secret': { what: 'secrets of authenticator apps', row: ['id'], form: 'text' },
  'flows.subject': {
    what: 'secrets and codes of apps that are being set up',
    row: ["subject->>'accountId'"],
    form: 'member',
  },
  'setting_values.value': { what: 'secret settings', row: ['licensee_id', 'name'], form: 'member' },
  'idempotency_keys.effects': {
    what: 'results of actions',
    row: ['owner', 'key'],
    form: 'member',
    wasClear: true,
  },
  'outbox.recipient': { what: 'recipients of messages', row: ['id'], form: 'text', wasClear: true },
  'outbox.body': { what: 'texts of messages', row: ['id'], form: 'text', wasClear: true },
  'outbox.html': { what: 'HTML texts of emails', row: ['id'], form: 'text', wasClear: true },
  'entered_cards.session': { what: 'sessions at the card processor', row: ['licensee_id', 'payer'], form: 'text' },
  'entered_cards.token': { what: 'tokens of entered cards', row: ['licensee_id', 'payer'], form: 'text' },
  'payments.receipt_details': { what: 'details of receipts', row: ['licensee_id', 'payer'], form: 'text' },
  'invoices.content': { what: 'invoices', row: ['licensee_id', 'number'], form: 'text' },
  'staff_tasks.detail': { what: 'tasks of the staff', row: ['licensee_id', 'kind', 'key'], form: 'text' },
  'outgoing_messages.content': { what: 'messages to the office', row: ['id'], form: 'text' },
  // Without the draft: a draft that is kept apart from another one gets its files, and its text, under a new id.
  'message_drafts.content': { what: 'drafts', row: ['account_id', 'licensee_id', 'patient_id'], form: 'text' },
  'message_files.content': {
    what: 'files of messages',
    row: ['account_id', 'licensee_id', 'patient_id', 'id'],
    form: 'bytes',
  },
  'external_mails.content': { what: 'emails to others', row: ['id'], form: 'text' },
  'external_mail_files.content': { what: 'files of emails', row: ['mail_id', 'id'], form: 'bytes' },
  'record_export_pages.content': {
    what: 'pages of exported records',
    row: ['export_id', 'part', 'page'],
    form: 'bytes',
  },
  'record_export_pieces.content': {
    what: 'pieces of exported records',
    row: ['export_id', 'file', 'piece'],
    form: 'bytes',
  },
} as const satisfies Record<string, ColumnForm>

export type EncryptedColumn = keyof typeof encryptedColumns
