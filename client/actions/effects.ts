import type { Effect, EffectKind } from '../../schemas/effect.ts'

type Fields = Record<string, unknown>

const tones = ['neutral', 'info', 'success', 'warning', 'error']

/** The fields each effect needs to be applied. Unknown fields are allowed: a newer server may send them. */
const fits: { [K in EffectKind]: (effect: Fields) => boolean } = {
  navigate: (effect) => isRoute(effect.to) && isFlag(effect.replace) && isFlag(effect.newWindow),
  refresh: ({ what, id }) => what === 'screen' || what === 'shell' || (what === 'region' && isText(id)),
  replace: (effect) =>
    isText(effect.id) && isRecord(effect.block) && isText(effect.block.kind) && isText(effect.block.id),
  notify: (effect) => isText(effect.text) && tones.some((tone) => tone === effect.tone) && isTime(effect.durationMs),
  open: ({ dialog }) =>
    isText(dialog) || (isRecord(dialog) && isText(dialog.id) && isText(dialog.title) && Array.isArray(dialog.blocks)),
  close: () => true,
  focus: (effect) => isText(effect.id),
  download: (effect) => isRoute(effect.href),
  print: () => true,
  purge: () => true,
  credential: ({ mode, options, action, input }) =>
    (mode === 'create' || mode === 'get') &&
    isRecord(options) &&
    isAction(action) &&
    (input === undefined || isRecord(input)),
}

/** Returns the effects of a response, or undefined if one of them cannot be applied: then none is applied. */
export function readEffects(answer: unknown): Effect[] | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.effects)) return undefined
  const effects: unknown[] = answer.effects
  return effects.every(isEffect) ? effects : undefined
}

function isEffect(effect: unknown): effect is Effect {
  return isRecord(effect) && isText(effect.type) && isKind(effect.type) && fits[effect.type](effect)
}

function isKind(type: string): type is EffectKind {
  return Object.hasOwn(fits, type)
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

// Same pattern as in the contract: a path on this origin, never another site.
function isRoute(value: unknown): boolean {
  return typeof value === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(value)
}

// Same pattern as in the contract: an action name only, so it cannot form another address.
function isAction(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(value)
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0)
}
