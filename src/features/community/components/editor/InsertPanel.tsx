import type { Editor } from '@tiptap/react'
import { useTranslation } from 'react-i18next'
import { CodeFields, LinkFields, type InsertKey } from '#src/shared/ui/rich-text/insert-fields.tsx'
import { PanelFrame } from '#src/shared/ui/rich-text/panel-parts.tsx'

export type Panel = 'code' | 'link'
type Props = { panel: Panel; editor: Editor; onClose: () => void }

/** The form for a code block or a link, between the toolbar and the text. */
export const InsertPanel = ({ panel, editor, onClose }: Props) => {
  const { t } = useTranslation('community')
  const text = (key: InsertKey) => t(key === 'cancel' ? 'action.cancel' : `editor.${key}`)
  const fields = { editor, text, onClose }
  return (
    <PanelFrame onClose={onClose}>
      {panel === 'code' ? (
        <CodeFields {...fields} optional={t('form.optional')} />
      ) : (
        <LinkFields {...fields} />
      )}
    </PanelFrame>
  )
}
