import { useTranslation } from 'react-i18next'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { captionBackgrounds, captionSizes, type CaptionStyle } from '../../model/caption-style.ts'

type Props = { style: CaptionStyle; onStyleChange: (look: CaptionStyle) => void }

/** Size and background of captions, saved on this device. */
export const CaptionSettings = ({ style, onStyleChange }: Props) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <Segmented
        legend={t('video.captionSize')}
        value={style.size}
        options={captionSizes.map((value) => ({ value, label: t(`video.captionSizes.${value}`) }))}
        onChange={(size) => onStyleChange({ ...style, size })}
      />
      <Segmented
        legend={t('video.captionGround')}
        value={style.background}
        options={captionBackgrounds.map((value) => ({ value, label: t(`video.captionGrounds.${value}`) }))}
        onChange={(background) => onStyleChange({ ...style, background })}
      />
    </div>
  )
}
