import Captions from 'lucide-react/icons/captions'
import ListVideo from 'lucide-react/icons/list-video'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import type { CaptionStyle } from '../../model/caption-style.ts'
import { CaptionSettings } from './CaptionSettings.tsx'
import { Chapters } from './Chapters.tsx'
import type { Media } from './use-media.ts'
import { Transcript } from './Transcript.tsx'

type Props = {
  item: VideoItem
  media: Media
  /** Language of the shown captions, else of the interface. */
  language: string
  captionStyle: CaptionStyle
  onCaptionStyleChange: (look: CaptionStyle) => void
}
type Panel = 'transcript' | 'chapters' | 'captions'

/** Chapters, transcript and caption settings of a video. */
export const VideoExtras = ({ item, media, language, captionStyle, onCaptionStyleChange }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [openPanel, setOpenPanel] = useState<Panel | null>(item.chapters.length > 0 ? 'chapters' : null)
  const panelButton = (panel: Panel, icon: ReactNode) => (
    <Button
      size="sm"
      variant="secondary"
      aria-expanded={openPanel === panel}
      icon={icon}
      onClick={() => setOpenPanel(openPanel === panel ? null : panel)}
    >
      {t(`video.panels.${panel}`)}
    </Button>
  )
  const hasCaptions = item.captions.length > 0
  if (!hasCaptions && item.chapters.length === 0) return null
  return (
    <div data-own-keys="">
      <div className="flex flex-wrap gap-2">
        {item.chapters.length > 0 && panelButton('chapters', <ListVideo aria-hidden="true" size={18} />)}
        {hasCaptions && panelButton('transcript', <ScrollText aria-hidden="true" size={18} />)}
        {hasCaptions && panelButton('captions', <Captions aria-hidden="true" size={18} />)}
      </div>
      <div className="mt-3 empty:hidden">
        {openPanel === 'chapters' && <Chapters item={item} time={media.time} onSeek={media.actions.seekTo} />}
        {openPanel === 'captions' && (
          <CaptionSettings style={captionStyle} onStyleChange={onCaptionStyleChange} />
        )}
        {openPanel === 'transcript' && (
          <Transcript
            captions={item.captions}
            language={language}
            time={media.time}
            onSeek={media.actions.seekTo}
          />
        )}
      </div>
    </div>
  )
}
