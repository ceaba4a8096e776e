import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { runtimeOf } from './runtime.ts'

type Checks = Parameters<typeof createPrecompiledValidator>[0]
interface CheckModule {
  default: (require: (name: string) => unknown) => Checks
}
type Import = (url: string) => Promise<CheckModule>

/** Finds nothing wrong. Stands in until the checks have come; the server checks in any case. */
export const permissive: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: undefined }),
}

const asked = new Map<string, Promise<ValidatorType>>()
const importChecks: Import = (url) => import(/* @vite-ignore */ url) as Promise<CheckModule> // made by server/protocol/form-module.ts

/** The checks of a schema, which the server compiled: this page may not make code out of words. */
export function loadValidator(url: string, schema: RJSFSchema, load: Import = importChecks): Promise<ValidatorType> {
  const found =
    asked.get(url) ??
    load(url).then((module) => forgiving(createPrecompiledValidator(module.default(runtimeOf), schema), url))
  asked.set(url, found)
  found.catch(() => asked.delete(url))
  return found
}

/** A part of the schema without compiled checks counts as right; the whole is still checked. */
function forgiving(validator: ValidatorType, url: string): ValidatorType {
  const own = {
    // RJSF takes any two functions for equal, so without this it would not see that the checks are others.
    url,
    validateFormData: validator.validateFormData.bind(validator),
    rawValidation: validator.rawValidation.bind(validator),
    isValid: (...args: Parameters<ValidatorType['isValid']>) => {
      try {
        return validator.isValid(...args)
      } catch {
        return true
      }
    },
  }
  return own
}
