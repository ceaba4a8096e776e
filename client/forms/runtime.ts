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

/** The modules that compiled checks may require, by name; no others are available. */
export function runtimeOf(name: string): unknown {
  const dependency = named[name]
  if (dependency === undefined)
    throw new Error(`compiled checks require ${name}, which is not one of the modules they may use`)
  return dependency
}

// These are CommonJS modules; the nesting of their default export depends on the bundler.
function innermost(module: unknown): unknown {
  return isModule(module) && module.default !== module ? innermost(module.default) : module
}

function withMember(module: unknown, name: string): unknown {
  return isModule(module) && module.default !== module && !(name in module) ? withMember(module.default, name) : module
}

function isModule(value: unknown): value is { default: unknown } {
  return typeof value === 'object' && value !== null && 'default' in value
}
