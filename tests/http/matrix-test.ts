import { expect } from 'vitest'
import { portalTest } from '../support/portal-test.ts'
import { setSetting } from '../support/switches.ts'
import { fileAddresses, pagesOf } from './matrix-pages.ts'
import { guardiansOfParts } from './matrix-parts.ts'
import { rolesOf, rolesOfNorthgate } from './matrix-roles.ts'

/**
 * One portal for all matrices: the people of Lakeside, the pages that they open, an address of each file, the people of
 * Northgate, and guardians of Maria who are limited to some parts. All but the first come after the settings.
 */
export const test = portalTest()
  .extend('roles', { scope: 'file' }, async ({ portal }) => {
    // Optional features have guards too.
    for (const name of ['Portal_Passkeys', 'Portal_Second_Factor', 'Portal_Waiting_List', 'Theme_Logo'] as const)
      await setSetting(portal, { name, value: true })
    return rolesOf(portal)
  })
  .extend('pages', { scope: 'file' }, ({ portal, roles }) => pagesOf(portal, roles))
  .extend('addresses', { scope: 'file' }, async ({ portal, pages }) => {
    expect(pages.length).toBeGreaterThan(0)
    return fileAddresses(portal)
  })
  .extend('northgate', { scope: 'file' }, async ({ portal, pages }) => {
    expect(pages.length).toBeGreaterThan(0)
    return rolesOfNorthgate(portal)
  })
  .extend('guardians', { scope: 'file' }, async ({ portal, pages }) => {
    expect(pages.length).toBeGreaterThan(0)
    return guardiansOfParts(portal, await portal.signIn('maria.alvarez'))
  })
