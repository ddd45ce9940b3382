import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { contentSpeaks } from '#contract/courses/language.ts'
import { RichText } from '#src/shared/ui/rich-text/RichText.tsx'
import { uploadPicture } from '../../api/upload-file.ts'
import { useBuilder } from '../../hooks/use-builder.ts'
import { LanguageSwitch } from './fields/LanguageSwitch.tsx'

type Article = Extract<ItemContent, { type: 'article' }>
type Props = { article: Article; onChange: (article: Article) => void }

export const ArticleEditor = ({ article, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { courseId, state } = useBuilder()
  const main = state.document.course.language
  const [language, setLanguage] = useState<Language>(main)
  const changeHtml = (html: string) =>
    onChange(
      language === main
        ? { ...article, html }
        : { ...article, htmls: { ...article.htmls, [language]: html } },
    )
  return (
    <>
      <LanguageSwitch
        language={language}
        translated={contentSpeaks(article, language)}
        onChange={setLanguage}
      />
      <RichText
        key={language}
        label={t('article.text')}
        placeholder={t('article.placeholder')}
        kind="article"
        value={language === main ? article.html : (article.htmls?.[language] ?? '')}
        text={(key) => t(`richText.${key}`)}
        onChange={changeHtml}
        onImage={(file) => uploadPicture({ courseId, file })}
      />
      <p dir="auto" className="text-sm text-ink-muted">
        {t('article.formulas')}
      </p>
    </>
  )
}
