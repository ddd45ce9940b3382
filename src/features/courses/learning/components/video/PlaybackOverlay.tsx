import Play from 'lucide-react/icons/play'
import { useTranslation } from 'react-i18next'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import type { Media } from './use-media.ts'

/** Play and loading indicators over the picture; clicks go to the picture itself. */
export const PlaybackOverlay = ({ media, broken }: { media: Media; broken: boolean }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      {!media.playing && !broken && (
        <span aria-hidden="true" className="picture-sign">
          <Play size={28} className="translate-x-0.5 fill-current" />
        </span>
      )}
      <p role="status" className="contents">
        {media.waiting && !broken && (
          <span className="picture-sign">
            <Spinner size={28} />
            <span className="sr-only">{t('video.waiting')}</span>
          </span>
        )}
      </p>
    </div>
  )
}
