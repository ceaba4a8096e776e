import { useState } from 'react'
import type { Shell } from '../../schemas/shell.ts'
import { useBelow } from '../base/use-below.ts'
import { ActLink } from '../render/to.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NarrowMenu } from './narrow-menu.tsx'
import { Navigation } from './navigation.tsx'

interface HeaderProps {
  shell: Shell
  withNavigation: boolean
  stillBrand: boolean
}

export function Header({ shell, withNavigation, stillBrand }: HeaderProps) {
  const { brand, navigation, account } = shell
  const isNarrow = useBelow(navigation.from)
  const hasEntries = withNavigation && (isNarrow ? navigation.narrowEntries : navigation.entries).length > 0
  return (
    <header className="header">
      <div className={brand.centred ? 'header-row centred' : 'header-row'}>
        <Brand brand={stillBrand ? { ...brand, to: undefined } : brand} />
        <div className="header-end">
          {account && !isNarrow && <AccountMenu account={account} />}
          {isNarrow && (hasEntries || account) && (
            <NarrowMenu
              label={navigation.menuLabel}
              navigation={hasEntries ? navigation : undefined}
              account={account}
            />
          )}
        </div>
      </div>
      {hasEntries && !isNarrow && (
        <div className="navigation-ground">
          <Navigation label={navigation.label} entries={navigation.entries} />
        </div>
      )}
    </header>
  )
}

function Brand({ brand }: { brand: Shell['brand'] }) {
  const [broken, setBroken] = useState<string>()
  const sign =
    brand.logo && brand.logo !== broken ? (
      <img src={brand.logo} alt={brand.name} onError={() => setBroken(brand.logo)} />
    ) : (
      <>
        {brand.mark && (
          <span className="brand-mark" aria-hidden="true">
            {brand.mark}
          </span>
        )}
        <span className="brand-name">{brand.name}</span>
      </>
    )
  if (!brand.to) return <span className="brand">{sign}</span>
  return (
    <ActLink className="brand" action={{ type: 'navigate', to: brand.to }}>
      {sign}
    </ActLink>
  )
}
