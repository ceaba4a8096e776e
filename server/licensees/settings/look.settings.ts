import { define } from './definition.ts'

/** Theme tokens and header (look.md; specification 1 §2, §9). */
export const lookSettings = {
  EnableCenterLogo: define({
    type: 'boolean',
    default: false,
    group: 'Look',
    fromPractice: true,
    title: 'Centre the logo',
    help: 'Places the logo or name of the practice in the middle of the header.',
    shapes: 'The header of every screen.',
  }),
  Theme_Primary_Colour: define({
    type: 'colour',
    default: '#13607C',
    contrast: 4.5,
    group: 'Look',
    fromPractice: true,
    title: 'Main colour',
    help: 'Buttons, links and headings. It must be readable on white.',
    shapes: 'Every screen.',
  }),
  Theme_Accent_Colour: define({
    type: 'colour',
    default: '#18a2b8',
    contrast: 1.5,
    group: 'Look',
    fromPractice: true,
    title: 'Accent colour',
    help: 'Surfaces, borders and decoration; never text.',
    shapes: 'Every screen.',
  }),
  Theme_Radius: define({
    type: 'number',
    default: 10,
    min: 0,
    max: 24,
    group: 'Look',
    fromPractice: true,
    title: 'Rounding of corners',
    help: 'In pixels.',
    shapes: 'Every screen.',
  }),
  Theme_Density: define({
    type: 'choice',
    default: 'comfortable',
    group: 'Look',
    fromPractice: true,
    title: 'Density',
    options: [
      { value: 'comfortable', label: 'Comfortable' },
      { value: 'compact', label: 'Compact' },
    ],
    help: 'How close fields and buttons stand.',
    shapes: 'Every screen.',
  }),
}
