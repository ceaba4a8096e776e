import type { Effect, EffectKind } from '../../schemas/effect.ts'

type Said = Record<string, unknown>

const tones = ['neutral', 'info', 'success', 'warning', 'error']

/** What each effect must have to be applied; a field that is not known may come with a newer server. */
const fits: { [K in EffectKind]: (said: Said) => boolean } = {
  navigate: (said) => isRoute(said.to) && isFlag(said.replace) && isFlag(said.newWindow),
  refresh: ({ what, id }) => what === 'screen' || what === 'shell' || (what === 'region' && isText(id)),
  replace: (said) => isText(said.id) && isRecord(said.block) && isText(said.block.kind) && isText(said.block.id),
  notify: (said) => isText(said.text) && tones.some((tone) => tone === said.tone) && isTime(said.durationMs),
  open: ({ dialog }) =>
    isText(dialog) || (isRecord(dialog) && isText(dialog.id) && isText(dialog.title) && Array.isArray(dialog.blocks)),
  close: () => true,
  focus: (said) => isText(said.id),
  download: (said) => isRoute(said.href),
  purge: () => true,
  credential: ({ mode, options, action, input }) =>
    (mode === 'create' || mode === 'get') &&
    isRecord(options) &&
    isAction(action) &&
    (input === undefined || isRecord(input)),
}

/** The effects that a server answered, or nothing when one of them cannot be applied: then none is. */
export function readEffects(answer: unknown): Effect[] | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.effects)) return undefined
  const effects: unknown[] = answer.effects
  return effects.every(isEffect) ? effects : undefined
}

function isEffect(said: unknown): said is Effect {
  return isRecord(said) && isText(said.type) && isKind(said.type) && fits[said.type](said)
}

function isKind(type: string): type is EffectKind {
  return Object.hasOwn(fits, type)
}

function isRecord(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

// The same pattern as the contract's: a path on this origin, never another site.
function isRoute(value: unknown): boolean {
  return typeof value === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(value)
}

// Likewise: the name of an action, and nothing else that an address could be made of.
function isAction(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(value)
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0)
}
