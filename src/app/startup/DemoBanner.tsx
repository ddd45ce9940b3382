import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** Shown above every page of a demo that others can reach (rules: Running it). */
export const DemoBanner = () => {
  const { t } = useTranslation('app')
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => (banner.current ? publishHeight(banner.current) : undefined), [])
  if (!runtimeConfig().demo_banner) return null
  return (
    <aside
      ref={banner}
      aria-label={t('startup.demo.label')}
      className="border-b border-line bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-text"
    >
      {t('startup.demo.text')}
    </aside>
  )
}

/** Publishes the banner's height for elements that fill the rest of the window (SideNav). */
const publishHeight = (banner: HTMLElement) => {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--banner-height', `${banner.offsetHeight}px`))
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner-height')
  }
}
