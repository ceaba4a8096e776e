import Type, { type Static } from 'typebox'
import { block } from '../block.ts'

export const Progress = block(
  'progress',
  {
    label: Type.String({ description: 'What is under way.' }),
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
  },
  {
    $id: 'Progress',
    description: 'How far the server is with something that takes long. Its topics say when to ask again.',
    examples: [
      {
        kind: 'progress',
        id: 'copying',
        label: 'Copying the plans',
        percent: 40,
        fallback: [{ kind: 'text', id: 'copying-text', text: 'Copying the plans 40 %' }],
      },
    ],
  },
)
export type Progress = Static<typeof Progress>
