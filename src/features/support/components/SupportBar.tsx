import Eye from 'lucide-react/icons/eye'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedUser } from '#src/core/session/session.ts'
import { supportUntil } from '#src/core/session/support-tab.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'

const end = async () => (await import('#src/core/sign-out/sign-out.ts')).signOut()

const minutesUntil = (time: string | null): number =>
  time === null ? 0 : Math.ceil((new Date(time).getTime() - Date.now()) / 60_000)

/** Whole minutes that are left; the view ends itself after the last one. */
const useMinutesLeft = (until: string | null): number => {
  const [minutes, setMinutes] = useState(() => minutesUntil(until))
  useEffect(() => {
    const timer = setInterval(() => {
      const left = minutesUntil(until)
      setMinutes(left)
      if (left <= 0) void end()
    }, 5_000)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(1, minutes)
}

/** What is as tall as the window must be shorter by the bar, and by a banner above it (SideNav). */
const publishHeight = (bar: HTMLElement) => {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--banner-height', `${bar.offsetTop + bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}

/** On every page of the view: whose eyes these are, for how long, and the way out. */
export const SupportBar = () => {
  const user = storedUser()
  return user === null ? null : <Bar name={user.full_name ?? ''} />
}

const Bar = ({ name }: { name: string }) => {
  const { t } = useTranslation('support')
  const minutes = useMinutesLeft(supportUntil())
  const [isEnding, setIsEnding] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => (bar.current ? publishHeight(bar.current) : undefined), [])
  return (
    <>
      {/* Around the whole window, so that no picture of it can be taken for the learner's own. */}
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-[70] border-4 border-warning print:hidden"
      />
      <aside
        ref={bar}
        aria-label={t('label')}
        className="sticky top-0 z-50 flex min-h-14 items-center justify-between gap-x-4 border-4 border-warning bg-warning-soft px-3 py-1 text-warning-text sm:justify-center"
      >
        <Eye aria-hidden="true" size={20} className="shrink-0 max-sm:hidden" />
        <p className="min-w-0 text-sm wrap-anywhere">
          <strong className="font-semibold">{t('viewing', { name: isolated(name) })}</strong>{' '}
          <span className="max-sm:sr-only">{t('rules')}</span> {t('left', { count: minutes })}
        </p>
        <Button
          size="sm"
          pending={isEnding}
          onClick={() => {
            setIsEnding(true)
            void end()
          }}
        >
          {t('end')}
        </Button>
      </aside>
    </>
  )
}
