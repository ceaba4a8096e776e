import type { RJSFSchema, ValidatorType } from '@rjsf/utils'

type Checks = Parameters<typeof import('./precompiled-validator.ts').createPrecompiledValidator>[0]
interface CheckModule {
  default: (require: (name: string) => unknown) => Checks
}
type Import = (url: string) => Promise<CheckModule>

/** Accepts everything. Used until the checks are loaded; the server checks in any case. */
export const permissive: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: undefined }),
}

const loading = new Map<string, Promise<ValidatorType>>()
const importChecks: Import = (url) => import(/* @vite-ignore */ url) as Promise<CheckModule> // made by server/protocol/form-module.ts

/** Loads the checks of a schema, compiled by the server: the page's policy forbids generating code. */
export function loadValidator(url: string, schema: RJSFSchema, load: Import = importChecks): Promise<ValidatorType> {
  const pending =
    loading.get(url) ??
    // What runs the checks comes with the first of them, not with the form.
    Promise.all([load(url), import('./precompiled-validator.ts')]).then(
      ([module, { createPrecompiledValidator, runtimeOf }]) =>
        forgiving(createPrecompiledValidator(module.default(runtimeOf), schema), url),
    )
  loading.set(url, pending)
  pending.catch(() => loading.delete(url))
  return pending
}

/** A subschema without compiled checks counts as valid; the whole value is still checked. */
function forgiving(validator: ValidatorType, url: string): ValidatorType {
  const own = {
    // RJSF treats any two functions as equal, so `url` shows it that the checks changed.
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
