/** What runs compiled checks, in one file that forms load after they are drawn. */
export { default as createPrecompiledValidator } from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
export { runtimeOf } from './runtime.ts'
