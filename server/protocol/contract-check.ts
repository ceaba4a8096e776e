import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { contract } from '../../schemas/contract.ts'
import { nameOf } from './schema-name.ts'

const ajv = new Ajv({ discriminator: true, strict: false })
// ajv-formats is CommonJS: its function stands under `default` for TypeScript's eyes only.
;(formats as unknown as (instance: Ajv) => void)(ajv)
for (const schema of contract) ajv.addSchema(schema as object)

const compiled = new Map<string, ValidateFunction>(
  contract.map((schema) => [nameOf(schema), ajv.getSchema(nameOf(schema))!]),
)

/** The server was about to say something that it did not promise. The message names the place and no value. */
export class ContractBroken extends Error {}

/** Throws when what the server is about to say is not what it promised; the message names the place. */
export function checkContract(
  name: 'Screen' | 'RegionContent' | 'Shell' | 'Effects' | 'Problem',
  value: unknown,
): void {
  const validate = compiled.get(name)
  if (!validate) throw new Error(`the contract has no ${name}`)
  if (validate(value)) return
  const [first] = validate.errors ?? []
  throw new ContractBroken(
    `${name}${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'} ${JSON.stringify(first?.params ?? {})}`,
  )
}
