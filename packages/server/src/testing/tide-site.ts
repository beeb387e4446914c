/** Paragraphs for the stories of a fictional site. */
const SENTENCES = [
  'The harbour master wrote the height of the water into his book at six, as he had done for thirty years.',
  'Nobody in the village remembered a winter in which the ferry had stayed in port for so many days.',
  'A storm from the north had moved the sandbank, and the pilots had to learn the channel anew.',
  'In the evening the lamp on the pier was lit by hand, because the wire had been torn down once more.',
  'The fishermen mended their nets in the long shed behind the church and spoke of the price of herring.',
  'When the fog lifted, three ships lay at anchor where there had been none the day before.',
  'The school was closed, and the children carried driftwood home in old prams and wheelbarrows.',
  'An engineer from the city measured the dyke and said that it would hold for another ten years.',
  'The bells rang at noon although it was no Sunday, and everyone knew what that meant.',
  'She counted the steps up to the lighthouse again and came to a number that differed from the chart.',
] as const;

const story = (seed: number, paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, i) => {
    const sentence = (k: number) => SENTENCES[(seed * 3 + i * 2 + k) % SENTENCES.length];
    return `<p>${sentence(0)} ${sentence(1)} ${sentence(4)}</p>`;
  }).join('\n');

/** A page with a story followed by a long notice in the same style. */
export function tidePage(number: number, paragraphs = 5): string {
  return `<!doctype html><html lang="en"><head><title>Tide story ${number} – The Tide Table</title></head><body>
<nav class="top"><a href="/">Home</a> <a href="/tides">Tides</a> <a href="/ships">Ships</a></nav>
<main><div class="story"><h1>Tide story ${number}</h1>
${story(number, paragraphs)}
</div>
<div class="house-notice">
<p>The Tide Table is written by people who live by the sea and is read in every harbour between the two capes. It has been printed since the year in which the old pier burnt down, and it has never missed a week.</p>
<p>We answer every letter that reaches us before the evening post. Letters that come with a photograph of the sea are hung up in the reading room, where they can be seen on weekdays until the lamp is lit.</p>
<p>Whoever finds a mistake in our tables is sent a small barometer. In all these years we have sent out four of them, and one was returned to us because the mistake had been in the almanac.</p>
</div></main>
<footer><p>© The Tide Table</p></footer></body></html>`;
}

export const tideUrl = (number: number) => `https://tide-table.example/stories/${number}`;
