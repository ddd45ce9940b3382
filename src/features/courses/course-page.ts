/** A second entry point, for pages that show one course: keeps their code out of the first bundle of members. */
export { useCourse } from './model/use-course.ts'
