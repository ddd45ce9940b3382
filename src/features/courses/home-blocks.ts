/** The blocks of the learning home travel together. */
export { ContinueLearning } from './components/home/ContinueLearning.tsx'
export { Greeting } from './components/home/Greeting.tsx'
export { MyCourses } from './components/home/MyCourses.tsx'
export { OverallProgress } from './components/home/OverallProgress.tsx'
