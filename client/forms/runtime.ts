import * as formats from 'ajv-formats/dist/formats'
import * as equal from 'ajv/dist/runtime/equal'
import * as ucs2length from 'ajv/dist/runtime/ucs2length'
import * as uri from 'ajv/dist/runtime/uri'
import * as validationError from 'ajv/dist/runtime/validation_error'

const named: Record<string, unknown> = {
  'ajv/dist/runtime/equal': { default: innermost(equal) },
  'ajv/dist/runtime/ucs2length': { default: innermost(ucs2length) },
  'ajv/dist/runtime/uri': { default: innermost(uri) },
  'ajv/dist/runtime/validation_error': { default: innermost(validationError) },
  'ajv-formats/dist/formats': withMember(formats, 'fullFormats'),
}

/** What compiled checks ask for by name; nothing else can be had. */
export function runtimeOf(name: string): unknown {
  const found = named[name]
  if (found === undefined) throw new Error(`compiled checks ask for ${name}, which is not among what they may use`)
  return found
}

// These are CommonJS modules; how deep their default lies depends on who bundles them.
function innermost(module: unknown): unknown {
  return isModule(module) && module.default !== module ? innermost(module.default) : module
}

function withMember(module: unknown, name: string): unknown {
  return isModule(module) && module.default !== module && !(name in module) ? withMember(module.default, name) : module
}

function isModule(value: unknown): value is { default: unknown } {
  return typeof value === 'object' && value !== null && 'default' in value
}
