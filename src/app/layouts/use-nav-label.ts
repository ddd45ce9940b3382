import { useTranslation } from 'react-i18next'
import type { NavItem } from './nav-items.ts'

/** The app's text for a known feature in the person's language; otherwise the client's title. */
export const useNavLabel = () => {
  const { t, i18n } = useTranslation('app')
  return ({ slug, title }: NavItem): string => {
    const key = `shell.nav.${slug}`
    return i18n.exists(`app:${key}`) ? t(key) : (title ?? slug)
  }
}

/** For the bottom bar, where five names share the width of a phone. */
export const useShortNavLabel = () => {
  const { t, i18n } = useTranslation('app')
  const labelOf = useNavLabel()
  return (item: NavItem): string => {
    const key = `shell.navShort.${item.slug}`
    return i18n.exists(`app:${key}`) ? t(key) : labelOf(item)
  }
}
