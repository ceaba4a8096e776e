import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { formAddress } from './form-address.ts'

export interface FormModule {
  hash: string
  /** An ES module whose default export takes a `require` for Ajv's runtime and returns the checks by their keys. */
  code: string
  url: string
}

/** Compiles a form's schema to a module, because the browser's CSP forbids compiling it there. */
export function formModule(schema: Record<string, unknown>): FormModule {
  const url = formAddress(schema)
  const hash = url.replace(/^.*\/|\.js$/g, '')
  const checks = compileSchemaValidatorsCode(schema)
  return { hash, url, code: `export default (require) => {\nconst exports = {}\n${checks}\nreturn exports\n}\n` }
}
