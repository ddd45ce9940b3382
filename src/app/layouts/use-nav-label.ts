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
