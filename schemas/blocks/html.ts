import Type, { type Static } from 'typebox'
import { block } from '../block.ts'

export const Html = block(
  'html',
  {
    label: Type.String({ description: 'Names the content, for assistive technology.' }),
    html: Type.String({
      description: 'Cleaned by the server: no scripts, styles, forms or remote pictures. Headings begin at h3.',
    }),
    note: Type.Optional(Type.String({ description: 'Says what of it is not shown.' })),
  },
  {
    $id: 'Html',
    description: 'Formatted text that somebody wrote elsewhere, cleaned by the server.',
    examples: [
      {
        kind: 'html',
        id: 'notes',
        label: 'Notes on the rooms',
        html: '<h3>Main hall</h3><p>Has <strong>120</strong> seats.</p><table><tr><th scope="col">Day</th><td>Monday</td></tr></table>',
      },
    ],
  },
)
export type Html = Static<typeof Html>
