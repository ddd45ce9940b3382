import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScormLaunch } from '#contract/scorm/scorm.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { frameName, sandboxFor } from '../../model/scorm-messages.ts'
import { detachFrame } from './detach-frame.ts'

type Props = {
  title: string
  launch: ScormLaunch
  channel: string
  /** Whether the package's run-time has spoken. */
  ready: boolean
  onUnreachable: () => void
}

/** A page without the run-time in it speaks this long after it was loaded, or never. */
const SPEAKS_WITHIN_MS = 1_500

/**
 * The package: a stranger's page on an origin of its own, else without any. Where its own origin cannot be reached from
 * here, it is tried without one before that is said.
 */
export const ScormFrame = ({ title, launch, channel, ready, onUnreachable }: Props) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [own, setOwn] = useState(launch.origin !== null)
  const [loaded, setLoaded] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useLayoutEffect(() => {
    const { current } = frame
    return () => {
      if (current) detachFrame(current)
    }
  }, [own])
  useEffect(() => {
    if (ready || !loaded) return
    const timer = setTimeout(() => {
      setLoaded(false)
      if (own) setOwn(false)
      else onUnreachable()
    }, SPEAKS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [ready, loaded, own, onUnreachable])
  return (
    <div className="relative h-full w-full bg-surface-sunken">
      {!ready && (
        <div role="status" className="absolute inset-0 p-6">
          <span className="sr-only">{t('opening')}</span>
          <Skeleton className="h-full w-full" />
        </div>
      )}
      <iframe
        ref={frame}
        key={String(own)}
        name={frameName(launch, { channel, player: window.location.origin })}
        title={t('frame', { title })}
        src={`${own ? launch.origin : ''}${launch.path}`}
        sandbox={sandboxFor(own)}
        allow="fullscreen; autoplay"
        referrerPolicy="no-referrer"
        className="package-frame relative block h-full w-full border-0"
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
