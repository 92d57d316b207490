/* Opens what hides the target of a link: a tab, or a collapsed result. Only a comfort: without
   scripts the stylesheet shows the tab, and a collapsed result opens at a click. */
(function () {
  "use strict";

  function findTarget() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (error) {
      return null; // The address is not well-formed.
    }
  }

  // The button of a tab stands before its content, with its label between them.
  function chooseTab(content) {
    const input = content.previousElementSibling?.previousElementSibling;
    if (!input || input.type !== "radio" || input.checked) return false;
    input.checked = true;
    return true;
  }

  function reveal() {
    const target = findTarget();
    if (!target) return;
    let changed = false;
    for (let element = target; element; element = element.parentElement) {
      if (element.matches(".sd-tab-content")) {
        changed = chooseTab(element) || changed;
      } else if (element.matches("details:not([open])")) {
        element.open = true;
        changed = true;
      }
    }
    if (changed) target.scrollIntoView();
  }

  // A link to where the page already is does not change the address.
  function revealAgain(event) {
    const link = event.target.closest?.("a[href]");
    if (link && link.href === location.href) reveal();
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", reveal);
  } else {
    reveal();
  }
  window.addEventListener("hashchange", reveal);
  document.addEventListener("click", revealAgain);
})();
