import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed, Route } from '../base.ts'

export const Document = block(
  'document',
  {
    label: Type.String({ description: 'Names the file, for assistive technology.' }),
    src: Type.Unsafe<string>({ ...Route, description: 'A PDF of this server, sent to be shown.' }),
    download: closed({ label: Type.String(), href: Route }),
    print: Type.Optional(closed({ label: Type.String(), href: Route })),
    saved: Type.String({
      description: 'Said where the file is saved at once instead of shown: on narrow screens, and without a viewer.',
    }),
  },
  {
    $id: 'Document',
    description: 'A PDF in the viewer of the browser, to read, save and print.',
    examples: [
      {
        kind: 'document',
        id: 'plan',
        label: 'Floor plan',
        src: '/files/plan',
        download: { label: 'Download PDF', href: '/files/plan/download' },
        print: { label: 'Print', href: '/files/plan/print' },
        saved: 'The file was saved.',
      },
    ],
  },
)
export type Document = Static<typeof Document>
