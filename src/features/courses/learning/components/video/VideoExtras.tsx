import Captions from 'lucide-react/icons/captions'
import ListVideo from 'lucide-react/icons/list-video'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoItem } from '#contract/courses/courses.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import type { CaptionLook } from '../../model/caption-look.ts'
import { CaptionSettings } from './CaptionSettings.tsx'
import { Chapters } from './Chapters.tsx'
import type { Media } from './use-media.ts'
import { Transcript } from './Transcript.tsx'

type Props = {
  item: VideoItem
  media: Media
  /** Language of the captions now shown, else of the interface. */
  language: string
  look: CaptionLook
  onLook: (look: CaptionLook) => void
}
type Panel = 'transcript' | 'chapters' | 'captions'

/** What belongs to a film beside the picture: its words, its chapters, how captions look. */
export const VideoExtras = ({ item, media, language, look, onLook }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [open, setOpen] = useState<Panel | null>(item.chapters.length > 0 ? 'chapters' : null)
  const tab = (panel: Panel, icon: ReactNode) => (
    <Button
      size="sm"
      variant="secondary"
      aria-expanded={open === panel}
      icon={icon}
      onClick={() => setOpen(open === panel ? null : panel)}
    >
      {t(`video.panels.${panel}`)}
    </Button>
  )
  const hasCaptions = item.captions.length > 0
  if (!hasCaptions && item.chapters.length === 0) return null
  return (
    <div data-own-keys="">
      <div className="flex flex-wrap gap-2">
        {item.chapters.length > 0 && tab('chapters', <ListVideo aria-hidden="true" size={18} />)}
        {hasCaptions && tab('transcript', <ScrollText aria-hidden="true" size={18} />)}
        {hasCaptions && tab('captions', <Captions aria-hidden="true" size={18} />)}
      </div>
      <div className="mt-3 empty:hidden">
        {open === 'chapters' && <Chapters item={item} time={media.time} onSeek={media.actions.seekTo} />}
        {open === 'captions' && <CaptionSettings look={look} onLook={onLook} />}
        {open === 'transcript' && (
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
