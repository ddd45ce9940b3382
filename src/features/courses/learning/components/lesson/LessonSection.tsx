import { Suspense, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FallbackNote } from '#src/shared/ui/feedback/FallbackNote.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { useTopicProgress } from '../../api/use-progress.ts'
import { ArticleStep } from '../article/ArticleStep.tsx'
import { ProblemStep, QuizStep, ScormStep, VideoStep } from '../steps.ts'

type Progress = ReturnType<typeof useTopicProgress>
type SectionProps = {
  item: TopicItem
  titleRef: RefObject<HTMLHeadingElement | null>
  progress: Progress
}

/** The title of a step, the page's heading, and its content. */
export const LessonSection = ({ item, titleRef, progress }: SectionProps) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  return (
    <section aria-labelledby="lesson-title">
      <h1
        ref={titleRef}
        id="lesson-title"
        tabIndex={-1}
        lang={item.language}
        className="mb-5 text-2xl font-bold tracking-tight text-ink sm:text-3xl"
      >
        <bdi>{item.title}</bdi>
      </h1>
      <FallbackNote
        written={item.content_language}
        reads={language}
        text={(name) => t('page.shownIn', { language: name })}
        className="mb-4"
      />
      <Suspense fallback={<SkeletonText lines={8} />}>
        <Step item={item} progress={progress} />
      </Suspense>
    </section>
  )
}

const Step = ({ item, progress }: { item: TopicItem; progress: Progress }) => {
  switch (item.type) {
    case 'article':
      return <ArticleStep item={item} onComplete={progress.completeArticle} />
    case 'video':
      return <VideoStep item={item} onProgress={progress.accept} />
    case 'quiz':
      return <QuizStep item={item} onGraded={progress.quizGraded} />
    case 'problem':
      return <ProblemStep item={item} onProgress={progress.accept} />
    case 'scorm':
      return <ScormStep item={item} onProgress={progress.accept} />
  }
}
