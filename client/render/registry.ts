import type { ComponentType, LazyExoticComponent } from 'react'
import type { BlockKind } from '../../schemas/blocks.ts'
import type { BlockProps } from './block-props.ts'
import { preloadable } from './preloadable.ts'

const loads = {
  action: preloadable(() => import('../blocks/action.tsx').then((file) => file.ActionBlock)),
  camera: preloadable(() => import('../blocks/camera.tsx').then((file) => file.CameraBlock)),
  choice: preloadable(() => import('../blocks/choice.tsx').then((file) => file.ChoiceBlock)),
  countdown: preloadable(() => import('../blocks/countdown.tsx').then((file) => file.CountdownBlock)),
  days: preloadable(() => import('../blocks/days.tsx').then((file) => file.DaysBlock)),
  facts: preloadable(() => import('../blocks/facts.tsx').then((file) => file.FactsBlock)),
  form: preloadable(() => import('../blocks/form.tsx').then((file) => file.FormBlock)),
  grid: preloadable(() => import('../blocks/grid.tsx').then((file) => file.GridBlock)),
  image: preloadable(() => import('../blocks/image.tsx').then((file) => file.ImageBlock)),
  notice: preloadable(() => import('../blocks/notice.tsx').then((file) => file.NoticeBlock)),
  qr: preloadable(() => import('../blocks/qr.tsx').then((file) => file.QrBlock)),
  rating: preloadable(() => import('../blocks/rating.tsx').then((file) => file.RatingBlock)),
  region: preloadable(() => import('../blocks/region.tsx').then((file) => file.RegionBlock)),
  schedule: preloadable(() => import('../blocks/schedule.tsx').then((file) => file.ScheduleBlock)),
  section: preloadable(() => import('../blocks/section.tsx').then((file) => file.SectionBlock)),
  stack: preloadable(() => import('../blocks/stack.tsx').then((file) => file.StackBlock)),
  steps: preloadable(() => import('../blocks/steps.tsx').then((file) => file.StepsBlock)),
  table: preloadable(() => import('../blocks/table.tsx').then((file) => file.TableBlock)),
  tabs: preloadable(() => import('../blocks/tabs.tsx').then((file) => file.TabsBlock)),
  text: preloadable(() => import('../blocks/text.tsx').then((file) => file.TextBlock)),
  tiles: preloadable(() => import('../blocks/tiles.tsx').then((file) => file.TilesBlock)),
  upload: preloadable(() => import('../blocks/upload.tsx').then((file) => file.UploadBlock)),
  video: preloadable(() => import('../blocks/video.tsx').then((file) => file.VideoBlock)),
} satisfies { [K in BlockKind]: ReturnType<typeof preloadable<BlockProps<K>>> }

/** The component of each kind; a kind of the contract that is forgotten here does not compile. */
export const registry = {
  action: loads.action.view,
  camera: loads.camera.view,
  choice: loads.choice.view,
  countdown: loads.countdown.view,
  days: loads.days.view,
  facts: loads.facts.view,
  form: loads.form.view,
  grid: loads.grid.view,
  image: loads.image.view,
  notice: loads.notice.view,
  qr: loads.qr.view,
  rating: loads.rating.view,
  region: loads.region.view,
  schedule: loads.schedule.view,
  section: loads.section.view,
  stack: loads.stack.view,
  steps: loads.steps.view,
  table: loads.table.view,
  tabs: loads.tabs.view,
  text: loads.text.view,
  tiles: loads.tiles.view,
  upload: loads.upload.view,
  video: loads.video.view,
} satisfies { [K in BlockKind]: LazyExoticComponent<ComponentType<BlockProps<K>>> }

export function isKnown(kind: string): kind is BlockKind {
  return Object.hasOwn(loads, kind)
}

/** Fetches the components of everything that `content` holds, so that it draws in one piece. */
export async function preloadKinds(content: unknown): Promise<void> {
  const kinds = new Set<BlockKind>()
  collect(content, kinds)
  await Promise.allSettled([...kinds].map((kind) => loads[kind].preload()))
}

function collect(content: unknown, kinds: Set<BlockKind>): void {
  if (typeof content !== 'object' || content === null) return
  if ('kind' in content && typeof content.kind === 'string' && isKnown(content.kind)) kinds.add(content.kind)
  for (const part of Object.values(content)) collect(part, kinds)
}
