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
  /** Whether the package's runtime has sent its first message. */
  ready: boolean
  onUnreachable: () => void
}

/** A loaded page that has sent no message after this time does not contain the runtime. */
const FIRST_MESSAGE_MS = 1_500

/**
 * The package: an untrusted page on a separate origin, otherwise with an opaque origin. If the separate origin cannot be
 * reached, it retries with an opaque origin before reporting an error.
 */
export const ScormFrame = ({ title, launch, channel, ready, onUnreachable }: Props) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [usesOwnOrigin, setUsesOwnOrigin] = useState(launch.origin !== null)
  const [loaded, setLoaded] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useLayoutEffect(() => {
    const { current } = frame
    return () => {
      if (current) detachFrame(current)
    }
  }, [usesOwnOrigin])
  useEffect(() => {
    if (ready || !loaded) return
    const timer = setTimeout(() => {
      setLoaded(false)
      if (usesOwnOrigin) setUsesOwnOrigin(false)
      else onUnreachable()
    }, FIRST_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [ready, loaded, usesOwnOrigin, onUnreachable])
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
        key={String(usesOwnOrigin)}
        name={frameName(launch, { channel, player: window.location.origin })}
        title={t('frame', { title })}
        src={`${usesOwnOrigin ? launch.origin : ''}${launch.path}`}
        sandbox={sandboxFor(usesOwnOrigin)}
        allow="fullscreen; autoplay"
        referrerPolicy="no-referrer"
        className="package-frame relative block h-full w-full border-0"
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
