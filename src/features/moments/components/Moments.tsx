import { useTranslation } from 'react-i18next'
import type { Moment } from '#contract/moments/moments.ts'
import { announcementOf } from '../model/moment-texts.ts'
import { MomentBar } from './MomentBar.tsx'
import { useMoments } from './use-moments.ts'

const isSome = (moments: readonly Moment[]): moments is readonly [Moment, ...Moment[]] => moments.length > 0

/** Shows what was just reached, once. Its live region is always in the page, so that the text is announced. */
export const Moments = () => {
  // The words load with the first moment; this namespace is there from the start.
  const { t } = useTranslation('app')
  const { shown, close, setPaused } = useMoments()
  return (
    <>
      <p role="status" className="sr-only" data-moment-announcement>
        {announcementOf(shown, t)}
      </p>
      {isSome(shown) && <MomentBar moments={shown} onClose={close} onPause={setPaused} />}
    </>
  )
}
