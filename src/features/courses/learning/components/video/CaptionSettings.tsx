import { useTranslation } from 'react-i18next'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { captionGrounds, captionSizes, type CaptionLook } from '../../model/caption-look.ts'

type Props = { look: CaptionLook; onLook: (look: CaptionLook) => void }

/** Size and ground of captions, remembered on this device. */
export const CaptionSettings = ({ look, onLook }: Props) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <Segmented
        legend={t('video.captionSize')}
        value={look.size}
        options={captionSizes.map((value) => ({ value, label: t(`video.captionSizes.${value}`) }))}
        onChange={(size) => onLook({ ...look, size })}
      />
      <Segmented
        legend={t('video.captionGround')}
        value={look.ground}
        options={captionGrounds.map((value) => ({ value, label: t(`video.captionGrounds.${value}`) }))}
        onChange={(ground) => onLook({ ...look, ground })}
      />
    </div>
  )
}
