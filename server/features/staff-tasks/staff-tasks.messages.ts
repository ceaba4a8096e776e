import type { Messages } from '../../protocol/definitions.ts'

export const staffTasksMessages: Messages = {
  'staffTasks.unknown': 'This is no longer in the list.',
  'staffTasks.taken': '{who} has taken this already.',
  'staffTasks.done': '{who} has done this already.',
  'staffTasks.notYours': 'Only the person who took this can give it back.',
  'staffTasks.open': 'This is open already.',
}
