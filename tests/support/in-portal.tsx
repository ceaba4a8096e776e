import type { ReactNode } from 'react'
import { registry } from '../../client/blocks/registry.ts'
import type { Portal } from '../../client/model/portal.ts'
import { PortalContext } from '../../client/model/portal-context.ts'
import { RegistryContext } from '../../client/render/registry-context.ts'

/** Provides the context of a component: the portal and the block registry. */
export function InPortal({ portal, children }: { portal: Portal; children: ReactNode }) {
  return (
    <PortalContext value={portal}>
      <RegistryContext value={registry}>{children}</RegistryContext>
    </PortalContext>
  )
}
