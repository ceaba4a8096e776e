import { vi } from 'vitest'

/** The content of a sent form. */
interface Sent {
  url: string
  key: string
  fields: [string, FormDataEntryValue][]
}

/** Replaces XMLHttpRequest for one request; a test reads it and sets the response. */
export class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  aborted = false
  sent: Sent = { url: '', key: '', fields: [] }

  open(_method: string, url: string): void {
    this.sent.url = url
  }
  setRequestHeader(name: string, value: string): void {
    if (name === 'idempotency-key') this.sent.key = value
  }
  send(form: FormData): void {
    this.sent.fields = [...form.entries()]
  }
  abort(): void {
    this.aborted = true
    this.end('abort')
  }

  /** Reports that many bytes as sent. */
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, body: unknown): void {
    this.upload.dispatchEvent(new Event('load'))
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.end('load')
  }
  /** The connection is lost. */
  lose(): void {
    this.end('error')
  }
  private end(how: string): void {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
}

/** Replaces XMLHttpRequest and collects the requests. */
export function fakeXhr(): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      override send(form: FormData): void {
        super.send(form)
        requests.push(this)
      }
    },
  )
  return requests
}

export const refused = (detail: string, more: object = {}) => ({
  type: 'about:blank',
  title: 'No',
  status: 422,
  detail,
  code: 'no',
  errors: [],
  ...more,
})
