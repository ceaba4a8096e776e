import type { ValidatorType } from '@rjsf/utils'
import { useContext, useEffect, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { loadValidator, permissive } from './validator.ts'

interface Loaded {
  url: string
  validator: ValidatorType
}

/** Returns the compiled checks of the form. Until they are loaded, or if that fails, only the server checks. */
export function useValidator({ validator: url, schema }: BlockOf<'form'>): ValidatorType {
  const portal = useContext(PortalContext)
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isEnabled = true
    loadValidator(url, schema).then(
      (validator) => isEnabled && setLoaded({ url, validator }),
      () => portal?.report('form-checks', url),
    )
    return () => void (isEnabled = false)
  }, [url, schema, portal])
  return loaded?.url === url ? loaded.validator : permissive
}
