import { useState } from 'react'
import type { Shell } from '../../schemas/shell.ts'
import { mediaClass } from '../base/media-class.ts'
import { ActLink } from '../render/to.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NarrowMenu } from './narrow-menu.tsx'
import { Navigation } from './navigation.tsx'

interface HeaderProps {
  shell: Shell
  withNavigation: boolean
}

export function Header({ shell, withNavigation }: HeaderProps) {
  const { brand, navigation, account } = shell
  const showsNavigation = withNavigation && navigation.entries.length > 0
  const showsMenu = withNavigation && navigation.narrowEntries.length > 0
  return (
    <header className="header">
      <div className={brand.centred ? 'header-row centred' : 'header-row'}>
        <Brand brand={brand} />
        <div className="header-end">
          {account && <AccountMenu account={account} />}
          {showsMenu && (
            <div className={mediaClass(undefined, navigation.from - 1)}>
              <NarrowMenu label={navigation.menuLabel} name={navigation.label} entries={navigation.narrowEntries} />
            </div>
          )}
        </div>
      </div>
      {showsNavigation && (
        <div className={mediaClass(navigation.from)}>
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
