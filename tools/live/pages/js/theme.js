// The theme of board and overlay: a file of the operator's with title, colours, font and logo.

const COLOURS = {
  accent: "--accent", background: "--background", plate: "--plate", "plate-strong": "--plate-2",
  "side-a": "--side-0", "side-b": "--side-1", "side-c": "--side-2", "side-d": "--side-3", "side-e": "--side-4", "side-f": "--side-5",
};

/** Fetch the theme and wear it: worn({title, logo}) is told what the page draws itself. */
export async function wearTheme(worn) {
  let given = {};
  try {
    const answer = await fetch("/theme.json", { cache: "no-store" });
    if (answer.ok) given = await answer.json();
  } catch { /* without a theme the page looks as it was made */ }
  const style = document.documentElement.style;
  for (const [name, value] of Object.entries(given.colours ?? {})) {
    if (COLOURS[name] && CSS.supports("color", value)) style.setProperty(COLOURS[name], value);
  }
  if (ofTheme(given.font)) {
    const face = new FontFace("theme", `url(${JSON.stringify(given.font)})`);
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
    style.setProperty("--narrow", `theme, ${getComputedStyle(document.documentElement).getPropertyValue("--narrow")}`);
  }
  worn({ title: given.title ?? "", logo: ofTheme(given.logo) ? given.logo : null });
}

const ofTheme = (place) => typeof place === "string" && place.startsWith("/theme/");
