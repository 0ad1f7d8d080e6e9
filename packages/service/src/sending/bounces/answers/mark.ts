/** Field of answers that we forward, by which a loop is found. */
export const answerMark = 'X-Mailwright-Answer';
