import { BuilderPage } from '#src/features/course-builder/index.ts'
import { problemRunner } from '#src/features/courses/learning/index.ts'

/** /admin/courses/{courseId}: the builder tries problems in the engines of the player. */
export const CourseBuilderPage = () => <BuilderPage makeRunner={problemRunner} />
